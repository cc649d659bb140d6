/**
 * In seconds, a little more than the longest delay between two tries in controller-runtime's queues (17 minutes): by
 * then a try that fails would have reported it again.
 */
export const LONGEST_DELAY_SECONDS = 1200
