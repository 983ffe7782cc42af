/** What has come to the user, below the bell. */
export const news = {
  title: 'New for you',
  toClaim: 'To claim',
  assigned: 'Assigned to you',
  none: 'Nothing has come since you last looked.',
  failed: 'What is new could not be fetched. Open this again in a moment.',
  more_one: 'and {{count}} more',
  more_other: 'and {{count}} more',
  allTasks: 'Show assigned tasks',
  see: 'Mark all as seen',
  seeFailed: 'Nothing was marked as seen',
} as const
