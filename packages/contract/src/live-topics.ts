/**
 * The topics of the stream of changes. A reading call names in `follows` those that make its answer out of date; the
 * browser then reloads it (`liveTouches`).
 */
export const liveTopics = [
  /** Lists and counts of the user's tasks, and of instances by them. */
  'tasks',
  /** Lists of instances that the user started. */
  'instances',
  /** The user's notifications. */
  'notices',
  /** Custom views in the menu. */
  'menus',
  /** Settings, and what pages show of them. */
  'settings',
  /** A task that is looked at: `task:ID`. */
  'task',
  /** An instance that is looked at: `instance:ID`. */
  'instance',
] as const

export type LiveTopic = (typeof liveTopics)[number]

/** The kinds of objects that browsers watch one by one. */
export const watchedKinds = ['task', 'instance'] as const satisfies readonly LiveTopic[]

export type WatchedKind = (typeof watchedKinds)[number]

export type WatchedThing = `${WatchedKind}:${string}`

/** The topic of an event on the stream; `everything` when events may have been missed. */
export type LiveChange = Exclude<LiveTopic, WatchedKind> | WatchedThing | 'everything'
