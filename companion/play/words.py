"""Three short words that name a table, to be said across a room and typed with one thumb.

The list is our own: easy English words of three to six letters, none that sounds like another spelling, and any two
at least two letters apart, so that a slip of the thumb is no other table's name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

_LIST = """
acorn alarm album alley almond amber ample anchor angle apron arch arena arrow artist ash aspen atlas atom attic
autumn avenue bacon badge bagel baker bamboo banana banjo banner barber barley barn barrel basil basket battle
bead beaver belt bench birch bison blazer blouse boat bobbin book border bowler box branch brass brick bridge
bright bronze broom brown brush bubble bucket buckle bulb bundle bunny bus butler button cabin cactus cake camel
camera camp canal candle candy canoe canyon card cargo carpet carton castle cat cedar chain chalk cheese cherry
chess cinema circle circus citrus city clam cliff climb cloak cloud clown club coach coast cobra cobweb coffee
coin comb comet comic cookie copper corner cotton cougar cousin cowboy coyote crab cradle crane crater crayon
cream crumb cube cuckoo cup curry daily dance dawn deck dinner disco doctor dog doll domino donkey door dragon
drama drawer dress drill drink drum dune dusk eagle easel east echo egg elbow eleven elf empire engine enjoy
fabric falcon famous fan fancy farm fence fern ferret fiddle field fifty fig film finger fire flag flame flash
fleet flint flock flood flute fly foam folder forest fork fossil fresh friend frog frost frozen fruit gadget
galaxy game garage garden garlic gem gentle ghost giant glass glide globe gold goose grain grape gravy green
grid grove habit hammer hand happy harp hazel heart heaven helium helmet helper herald herb heron hill hippo
hockey hollow honey hood horn hotel house hunter husky hut ice icon igloo indigo ink insect iris island ivory
ivy jacket jaguar jar jazz jelly jersey jester jet jigsaw job joke judge juggle juice july jumbo jump kayak
kennel kettle kimono king kiosk kite kitten kiwi knee koala ladder lagoon large laser lasso lava leaf legend
lemon letter light lilac lily linen lion lizard locust loom lotus lucky lunar lunch magic magnet magpie mango
marble market marsh master meadow melody melon meteor milk mint mirror moon mosaic moss mother motor movie
muffin mug museum music napkin nectar needle nest noodle north nugget nurse nutmeg oak oasis oboe ocean oil
olive opal open opera orange orbit orchid organ origin otter outfit oyster paddle page palace panel pantry paper
parade parcel park parrot pasta peanut pebble pencil pepper photo piano picnic pillow pine pirate pizza planet
plank plate player plaza pocket poem pollen pond poppy porch potato powder pretty prince prism puppet purple
puzzle quail queen quest quiz radar radio raft razor reef rhino ribbon river robin robot rodeo roof rope royal
ruby rudder ruler runner safari salad salmon salt sandal satin saturn scale scarf school scout script scuba
seven shadow shark sheep shelf shield shine ship shirt shovel shrimp signal silent silver sister six skate
sketch ski sleeve smile smoke snake snow soap soccer sock soda song spider spiral spirit splash sponge spoon
spring spruce square squash squid stable stamp star statue steam stone stool storm straw street studio sugar
suit summer sunset sushi swan swift swim tablet tailor talent tavern taxi teapot temple tennis tent thread thumb
ticket tiger timber tin tiptoe tofu tomato topaz totem toucan tower toy track travel tree trip trophy trout
trunk tulip tunnel turkey turnip turret turtle tuxedo twig uncle urban urchin vase vault velvet victor video
view violet violin vista wafer waffle wagon waiter wallet walnut walrus waltz wasp web width wigwam window
winter wolf wombat wool yacht yellow yoga zebra zenith zigzag zipper zodiac
"""

WORDS = tuple(_LIST.split())
_KNOWN = frozenset(WORDS)


def three_words(choice: Callable[[Sequence[str]], str]) -> str:
    """A new code, `"fox-lamp-river"`: three different words, picked by `choice`."""
    picked: list[str] = []
    while len(picked) < 3:
        word = choice(WORDS)
        if word not in picked:
            picked.append(word)
    return "-".join(picked)


def parse_words(text: str) -> str | None:
    """The code in what somebody typed, whatever the case and whatever stands between the words; None if it is none."""
    found = re.findall(r"[a-z]+", text[:200].lower())
    if len(found) != 3 or not _KNOWN.issuperset(found):
        return None
    return "-".join(found)
