/** Texts for disabling a record with a reason, and restoring it. */
export const disabling = {
  disable: 'Disable',
  question: 'Disable “{{name}}”?',
  reason: 'Reason',
  reasonMissing: 'Enter a reason.',
  keep: 'Cancel',
  failed: '{{name}} was not disabled',
  done: '{{name}} disabled',
  by: 'Disabled by {{name}}',
  title: 'Disabled',
  restore: 'Restore',
  restoreFailed: '{{name}} was not restored',
  restored: '{{name}} restored',
} as const
