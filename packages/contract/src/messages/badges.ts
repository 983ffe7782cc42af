/** The texts of badges. */
export const status = {
  active: 'Active',
  waiting: 'Waiting',
  completed: 'Completed',
  connected: 'Connected',
  incident: 'Incident',
  failed: 'Failed',
  suspended: 'Suspended',
  cancelled: 'Cancelled',
  unclaimed: 'Unclaimed',
  assigned: 'Assigned',
  claimedByYou: 'Claimed by you',
  delegated: 'Delegated',
  overdue: 'Overdue',
  open: 'Open',
  used: 'Used',
  expired: 'Expired',
  ended: 'Ended',
  draft: 'Draft',
  enabled: 'Enabled',
  disabled: 'Disabled',
  openCause: 'Open',
  snoozed: 'Snoozed',
  fixed: 'Fixed',
  locked: 'Locked',
} as const

export const priority = { urgent: 'Urgent', high: 'High', normal: 'Normal', low: 'Low', label: 'Priority' } as const
