/** The kinds of notifications, as labels. */
export const noticeKind = {
  assigned: 'Assigned to me',
  dueSoon: 'Due soon',
  overdue: 'Overdue',
  mentioned: 'Mentioned',
  ended: 'Process ended',
} as const

/** The texts of notifications, shown next to the name of their object. */
export const noticeText = {
  assigned: 'Assigned to you',
  assignedBy: 'Assigned to you by {{by}}',
  dueSoon: 'Due {{when}}',
  overdue: 'Overdue since {{when}}',
  mentioned: '{{by}} mentioned you',
  completed: 'Ended successfully',
  cancelled: 'Cancelled',
  cancelledBy: 'Cancelled by {{by}}',
  failed: 'Stopped with an error. Process administrators see it too.',
} as const

/** Texts of the page of notifications and their settings. */
export const notices = {
  help: 'Newest first. Opening a notification marks it as read.',
  about: 'Subject',
  what: 'Event',
  by: 'By',
  when: 'When',
  due: 'Due',
  isRead: 'Read',
  all: 'All',
  unread: 'Unread',
  failed: 'Error while fetching notifications',
  noneTitle: 'No notifications',
  noneText:
    'You get a notification when a task is assigned to you or is due. You also get one when a comment mentions you, or a process that you started ends.',
  unreadMark: 'Not read yet',
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  markAllRead: 'Mark all as read',
  markFailed: 'The notifications were not marked',
  toSettings: 'Notification settings',
  notMailed: 'The email was not sent. Ask your administrator.',
} as const
