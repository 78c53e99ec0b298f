"""Define every message that leaves the server, as typed structs: one module for each subject.

The OpenAPI and AsyncAPI descriptions, the client's types and the tables of docs/protocol.md are generated from these
(`python -m dev.protocol`). A struct says what is sent, not where it comes from."""
