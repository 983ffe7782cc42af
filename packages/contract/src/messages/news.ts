/** Texts of the news below the bell. */
export const news = {
  title: 'Notifications',
  toClaim: 'New to claim',
  none: 'No new notifications.',
  failed: 'New notifications could not be loaded. Try again in a moment.',
  more_one: 'and {{count}} more',
  more_other: 'and {{count}} more',
  all: 'Show all notifications',
  see: 'Mark all as read',
  seeFailed: 'Nothing was marked as read',
} as const
