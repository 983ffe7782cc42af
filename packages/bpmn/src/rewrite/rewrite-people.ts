import { editAttribute, parseXml, readStartTag, type TextEdit, walk, writeEdits } from '@millrace/xml'
import { isBpmn } from '../vocabulary/read.ts'

/** New names of users and groups, by those that the file has. */
interface PeopleChange {
  readonly users: ReadonlyMap<string, string>
  readonly groups: ReadonlyMap<string, string>
}

const ofTasks = { users: ['assignee', 'owner', 'candidateUsers'], groups: ['candidateGroups'] } as const
const ofProcesses = { users: ['candidateStarterUsers'], groups: ['candidateStarterGroups'] } as const

/**
 * Returns a file with other users and groups in the attributes that name them: assignees, candidates and starters.
 * Everything else stays unchanged, including names in expressions.
 *
 * @param xml a readable file; others are returned unchanged.
 */
export function rewritePeople(xml: string, { users, groups }: PeopleChange): string {
  const parsed = parseXml(xml)
  if (!parsed.ok) return xml
  const edits: TextEdit[] = []
  for (const element of walk(parsed.root)) {
    const names = isBpmn(element, 'userTask') ? ofTasks : isBpmn(element, 'process') ? ofProcesses : null
    if (names === null) continue
    const tag = readStartTag(xml, element.offset)
    for (const [key, written] of element.attributes) {
      const local = key.slice(key.lastIndexOf('}') + 1)
      const isUser = names.users.some((name) => name === local)
      if (!isUser && !names.groups.some((name) => name === local)) continue
      const value = renameAll(written, isUser ? users : groups)
      const attribute = tag.attributes.find(({ name }) => name === local || name.endsWith(`:${local}`))
      if (value !== written && attribute !== undefined) edits.push(...editAttribute(tag, attribute.name, value))
    }
  }
  return writeEdits(xml, edits)
}

/** Names with commas between them. A list with an expression in it is left as it is. */
function renameAll(written: string, names: ReadonlyMap<string, string>): string {
  if (/[$#]\{/.test(written) || written.trimStart().startsWith('=')) return written
  return written
    .split(',')
    .map((part) => {
      const name = part.trim()
      const renamed = names.get(name)
      return renamed === undefined ? part : part.replace(name, () => renamed)
    })
    .join(',')
}
