import { rewritePeople } from '@millrace/bpmn'

type Names = readonly (readonly [string, string])[]

/** Renames users and groups in a file, in a worker thread. See `rewritePeople`. */
export function rewritePeopleInThread({
  xml,
  users,
  groups,
}: {
  readonly xml: string
  readonly users: Names
  readonly groups: Names
}): string {
  return rewritePeople(xml, { users: new Map(users), groups: new Map(groups) })
}
