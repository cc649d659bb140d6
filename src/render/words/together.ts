import type { Words } from './template.ts'

/** What is said before a deletion of things that would be deleted together, and of their order. */
export const togetherWords = {
  ControllerDeletedToo: '{workloads:and} would be deleted as well, and removes finalizer {finalizer}.',
  DeleteHeldFirst: 'delete what has finalizer {finalizer} first, and {after} when that is gone',
  PodsEndFirst: 'in namespace {namespace} the server ends all Pods before it deletes anything else',
  GoesWithRight: '{workload} removes {finalizer}, and {right}, which it needs for that, would be deleted as well.',
  AskedIsToldByCel:
    'whether a webhook whose server goes too would be asked about its {about?deletion=deletion is told by CEL|update=update is told by CEL, which only the server evaluates}',
  TooManyWatched: 'there are too many that a webhook or a policy watches',
  ConverterDeletedToo:
    'its type has several versions, and what converts between them would be deleted too: it may be neither read nor changed any more before it is gone',
  NoDryRunsRecorded: 'a recording has no dry runs',
  LiveMayBeUnrecorded: 'a recording or dump may lack what was not being deleted',
  OrderOfDeletion: 'order of deletion',
  OrderOfTwoUnknown:
    'the server does not say which of the two goes first: it may still remove the finalizer, or be gone by then',
  OrderOfAllUnknown: 'the server does not say which of them goes first',
  ChangedBeforeWebhookGoes: 'it may be changed for the last time before the server of the webhook is gone',
  GoneBeforeApiIs: 'the namespace may be gone before the API server has seen that the API is',
  DeletedAtSameTime: 'it would be deleted at the same time: its controller may be done before that',
  OwnerGoesWithType: 'its owner goes with its type, and the garbage collector may then leave it alone',
  DeletedWithOwnerOnly: 'it is only deleted when its owner, or its claim, is gone, which is held itself',
} as const satisfies Words
