import * as api from './api.ts'
import type { Call } from './call.ts'
import { type LiveTopic, liveTopics } from './live-topics.ts'

/**
 * Which reading calls are out of date, by what the stream of changes tells: read from what each call says of itself. The
 * build of the browser application writes it as it comes out, so that it brings no call with it.
 */
export const liveTouches = Object.fromEntries(
  liveTopics.map((topic) => [topic, listFollowing(topic)]),
) as unknown as Readonly<Record<LiveTopic, readonly string[]>>

function listFollowing(topic: LiveTopic): string[] {
  const calls = Object.values(api).flatMap((group): Call[] => Object.values(group))
  return calls.flatMap(({ name, follows }) => (name !== undefined && follows?.includes(topic) ? [name] : []))
}
