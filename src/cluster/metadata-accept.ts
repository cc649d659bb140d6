const ONE = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'
const MANY = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'

/** Metadata of one object in JSON (also of each event of a watch); whole objects from a server that cannot make it. */
export const METADATA_ACCEPT = `${ONE},application/json`

/** Metadata of a list in JSON, with the same fallback. */
export const METADATA_LIST_ACCEPT = `${MANY},application/json`

/** Without a fallback: rather no answer than whole objects. For Secrets, of which nothing else is ever read. */
export const ONLY_METADATA = ONE
export const ONLY_METADATA_LIST = MANY
