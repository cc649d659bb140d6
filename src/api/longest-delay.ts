/**
 * More than 17 minutes, the longest delay between two tries of controller-runtime's queues, in seconds: by then a try that fails
 * would have said so again.
 */
export const LONGEST_DELAY_SECONDS = 1200
