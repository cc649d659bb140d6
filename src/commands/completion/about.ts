/** What each script says of itself, in the comments that its shell knows. */
export const ABOUT = `# Completion of kubectl-finalize under its own name.
# "kubectl finalize" is completed by kubectl's own completion, once the executable kubectl_complete-finalize is on PATH.`
