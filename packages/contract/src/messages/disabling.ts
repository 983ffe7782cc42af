/** What is disabled with a reason, and restored. */
export const disabling = {
  reason: 'Reason',
  reasonMissing: 'Enter a reason.',
  keep: 'Keep it',
  by: 'Disabled by {{name}}',
  title: 'Disabled',
  restore: 'Restore',
} as const
