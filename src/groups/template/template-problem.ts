/** Why a template gives no text. Becomes a GroupsError with its line in template.ts. */
export class TemplateProblem extends Error {}
