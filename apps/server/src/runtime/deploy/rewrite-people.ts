import { rewritePeople } from '@millrace/bpmn'

type Names = readonly (readonly [string, string])[]

/** Gives users and groups of a file other names, see `rewritePeople`. For a thread. */
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
