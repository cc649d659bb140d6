/** Custom resource definitions, as `plural.group`. */
export const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io'
