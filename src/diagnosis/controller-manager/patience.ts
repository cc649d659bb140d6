/**
 * For so long, in seconds, work that a living kube-controller-manager has not done yet is only late: it tries again after
 * a minute at most in a namespace, and its queues are long after a restart. After that it stands still.
 */
export const PATIENCE_SECONDS = 300
