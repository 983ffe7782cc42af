import { process } from '@millrace/bpmn/builder'
import type { TestDatabase } from '@millrace/server/testing'
import type { Actor } from '../../platform/db/actor.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { deployModel, start } from '../../runtime/testing/test-runtime.ts'

/** The tools of a test that deploys and starts processes with jobs, and checks the states of the jobs. */
export interface WorkPlace {
  /** Starts an instance of a process. @returns its id. */
  run(xml: string, variables?: Readonly<Record<string, unknown>>): Promise<string>
  /** Open jobs in the order in which they were made, but those of the program itself. */
  jobs(): Promise<readonly JobRow[]>
  incidents(): Promise<readonly { type: string; message: string }[]>
  /** Keys of the elements at which an instance stands; empty once it has ended. */
  standsAt(instanceId: string): Promise<readonly string[]>
  variable(instanceId: string, name: string): Promise<string | null>
}

export interface JobRow {
  readonly id: string
  readonly kind: string
  readonly element_key: string
  readonly retries: number
  readonly priority: number
  readonly error: string | null
  readonly locked_by: string | null
  readonly locked_until: Date | null
  readonly due_at: Date | null
}

export function createWorkPlace({ admin }: Pick<TestDatabase, 'admin'>, runtime: Runtime, actor: Actor): WorkPlace {
  const rows = async <Row>(sql: string, values: readonly unknown[] = []) =>
    (await admin.query(sql, [...values])).rows as Row[]
  return {
    run: async (xml, variables) =>
      (await start(runtime, actor, await deployModel(runtime, actor, xml), variables)).instanceId,
    jobs: () => rows<JobRow>("select *, priority::int as priority from job where kind <> 'maintenance' order by id"),
    incidents: () => rows('select type, message from incident order by id'),
    standsAt: async (instanceId) =>
      (
        await rows<{ element_key: string }>('select element_key from element where instance_id = $1 order by 1', [
          instanceId,
        ])
      ).map(({ element_key }) => element_key),
    variable: async (instanceId, name) =>
      (
        await rows<{ value: string }>('select value from variable where instance_id = $1 and name = $2', [
          instanceId,
          name,
        ])
      )[0]?.value ?? null,
  }
}

/** Returns the BPMN file of a process with one HTTP task of Flowable and a user task after it. */
export function httpProcess(
  key: string,
  fields: Readonly<Record<string, string>> = {},
  attributes: Readonly<Record<string, string>> = {},
): string {
  const all = { requestUrl: 'https://shop.example.org/orders/${order}', requestMethod: 'POST', ...fields }
  const inside = Object.entries(all)
    .map(
      ([name, value]) =>
        `<flowable:field name="${name}"><flowable:expression><![CDATA[${value}]]></flowable:expression></flowable:field>`,
    )
    .join('')
  return process(key, {}, 'flowable')
    .start()
    .serviceTask('call', {
      'flowable:type': 'http',
      ...attributes,
      inside: `<extensionElements>${inside}</extensionElements>`,
    })
    .userTask('after')
    .end()
    .toXml()
}
