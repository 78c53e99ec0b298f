"""Every message that leaves the server, as typed structs: one module for each subject.

The OpenAPI and AsyncAPI descriptions, the types of the client and the tables of docs/protocol.md are written from these
(`python -m dev.protocol`). A struct says what is sent and nothing of where it comes from.
"""
