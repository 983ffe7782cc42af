/** The kinds of notifications, as labels. */
export const noticeKind = {
  assigned: 'Assigned to me',
  dueSoon: 'Due soon',
  overdue: 'Overdue',
  mentioned: 'Mentioned',
  ended: 'Process over',
} as const

/** The texts of notifications, beside the name of their object. */
export const noticeText = {
  assigned: 'Assigned to you',
  assignedBy: 'Assigned to you by {{by}}',
  dueSoon: 'Due {{when}}',
  overdue: 'Overdue since {{when}}',
  mentioned: '{{by}} mentions you',
  completed: 'Has ended as it should',
  cancelled: 'Was cancelled',
  cancelledBy: 'Was cancelled by {{by}}',
  failed: 'Has stopped at a fault. Those who look after processes see it too.',
} as const

/** Texts of the page of notifications and their settings. */
export const notices = {
  help: 'Newest first. Opening a notification marks it as read.',
  about: 'About',
  what: 'What',
  by: 'By',
  when: 'When',
  due: 'Due',
  isRead: 'Read',
  all: 'All',
  unread: 'Unread',
  failed: 'Error while fetching notifications',
  noneTitle: 'Nothing to tell',
  noneText:
    'You are told here when somebody gives you a task, when one is due, when a comment names you, and when a process that you started is over.',
  unreadMark: 'Not read yet',
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  markAllRead: 'Mark all as read',
  markFailed: 'Nothing was marked',
  toSettings: 'How I am told',
  notMailed: 'The mail could not be sent: {{reason}}',
} as const
