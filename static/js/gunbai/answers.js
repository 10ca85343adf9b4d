// What is no answer at all: of the network, or of what stands before the server. The same for pages and for the worker.
self.gunbai = { noAnswer: (status) => [0, 408, 502, 503, 504].includes(status) };
