/** Of every API server, for who may `get` this non-resource URL. */
export const METRICS_PATH = '/metrics'
