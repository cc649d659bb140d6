import { tableOf, type Words } from './words.ts'

/** How objects speak of those that use them. */
// biome-ignore format: a table is read by its columns
const TABLE = [
  // By which an object says itself that others still use it.
  { says: 'in use', words: /\b(still|currently|is|are|being) (being )?(used|referenced|in[- ]use|referred to|consumed|attached|bound to)\b/i, source: 'English', example: 'the network is still referenced', counterexample: 'the network is deleted' },
  { says: 'in use', words: /\bin[- ]use by\b|\b(referenced|used) by\b/i, source: 'English', example: 'in-use by 2 usages' },
  { says: 'in use', words: /\bhas (dependents|references|users|consumers)\b|\bdependents? (still )?exist/i, source: 'English', example: 'the pool has consumers' },
  { says: 'in use', words: /\buntil (all|its|the|any)\b.{0,20}\b(dependents?|users|consumers|references)\b/i, source: 'English', example: 'kept until all dependents are gone' },
  { says: 'of a kind', words: /\b(?:dependent|(?:in[- ]use|used|referenced) by|still (?:has|have))(?: (?:the|existing|active|other|\d{1,9}))? ([a-z]{3,63}?)(?:\(s\)|s)?\b/gi, source: 'spinframework/spin-operator#480', example: 'cannot delete SpinAppExecutor with dependent SpinApps', counterexample: 'the pool has consumers' },
  { says: 'in use', words: /\bbound\b.{0,40}\b(found|exists?|remain(s|ing)?|left)\b/i, source: 'openshift/local-storage-operator#513', example: 'bound/released PVs found, not removing finalizer' },
  // By which it says that none does.
  { says: 'free', words: /\b(not?(?! be (deleted|removed)\b)|no longer|never|without|any ?more)\b.{0,30}\b(used|referenced|in[- ]use|bound|dependents?|references?)\b/i, source: 'English', example: 'it is no longer used', counterexample: 'it must not be deleted while it is used' },
  // The type or reason of a condition by which an object says that others use it.
  { says: 'condition in use', words: /InUse|StillUsed|Referenced/i, source: 'the name of the condition', example: 'InUse', counterexample: 'Ready' },
  { says: 'condition in use', words: /(Has|Existing|Active)(Users|Consumers|Dependents|References|Referrers)/i, source: 'the name of the condition', example: 'HasDependents' },
  { says: 'condition in use', words: /^(Users?|Consumers?|Dependents?|References?|Referrers?)(Still)?(Exist|Remain|Left)/i, source: 'the name of the condition', example: 'DependentsExist' },
  // The one by which it says the contrary.
  { says: 'condition free', words: /^(no|un|de(?!pendent))|not?(InUse|Referenced)/i, source: 'the name of the condition', example: 'NotInUse', counterexample: 'DependentsExist' },
  // A list in a status by which an object names its users, whatever its finalizer is called.
  { says: 'field of users', words: /^(consumers?|users?|usedBy|inUseBy|referencedBy|referrers?|consumedBy|blockedBy|blockers?)$/i, source: 'the name of the field', example: 'usedBy', counterexample: 'bindings' },
  // The same where the finalizer says that it waits for users; else it may list what the controller made.
  { says: 'field of dependents', words: /^(dependents?|descendants?|references|refs|bindings?|claims?|attachments?|attachedTo|boundTo|allocations?)$/i, source: 'the name of the field', example: 'bindings' },
  // A user by namespace and name. Global: each.
  { says: 'path', words: /(?<![\w./-])([a-z0-9][a-z0-9-]{0,62})\/([a-z0-9][a-z0-9.-]{0,252})(?![\w./-])/g, source: 'kubernetes/apimachinery:pkg/types/namespacedname.go, String', example: '["demo/qwen"]', counterexample: 'apis/a/b' },
] as const satisfies readonly Words[]

export const inUse = tableOf(TABLE)
