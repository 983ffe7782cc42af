import type { Seen } from '../../apps/server/src/operations/move-in/testing/stories/play.ts'
import type { Step, Story } from '../../apps/server/src/operations/move-in/testing/stories/stories.ts'

/** A call of a REST API. @throws when the answer is no success. */
// biome-ignore lint/suspicious/noExplicitAny: answers of the REST API are read as the recording needs them.
export type Call = (method: string, path: string, body?: object | FormData) => Promise<any>

/** A real engine on which stories are recorded. */
export interface Peer {
  /** Deploys models, by their keys. */
  deploy(models: Readonly<Record<string, string>>): Promise<void>
  /** Starts an instance, and returns its id. */
  start(story: Story, businessKey: string): Promise<string>
  play(instanceId: string, step: Step): Promise<void>
  see(instanceId: string): Promise<Seen>
  remove(instanceId: string): Promise<void>
}
