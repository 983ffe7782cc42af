import * as api from './api.ts'
import type { Call } from './call.ts'
import { type LiveTopic, liveTopics } from './live-topics.ts'

/**
 * The reading calls that each topic makes out of date, from the calls themselves. The build of the browser application
 * inserts the result, so that it does not include the calls.
 */
export const liveTouches = Object.fromEntries(
  liveTopics.map((topic) => [topic, listFollowing(topic)]),
) as unknown as Readonly<Record<LiveTopic, readonly string[]>>

function listFollowing(topic: LiveTopic): string[] {
  const calls = Object.values(api).flatMap((group): Call[] => Object.values(group))
  return calls.flatMap(({ name, follows }) => (name !== undefined && follows?.includes(topic) ? [name] : []))
}
