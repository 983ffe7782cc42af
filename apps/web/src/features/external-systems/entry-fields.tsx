import IconPlus from 'icon:plus'
import IconX from 'icon:x'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { externalLimits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import classes from './external-systems.module.css'

interface Props<Name extends string> {
  readonly title: string
  /** The noun for one entry. */
  readonly what: string
  /** Verb and object. */
  readonly add: string
  /** Where the server says that something of them is wrong. */
  readonly where: string
  /** Name and value, and what else an entry has. */
  readonly members: readonly Name[]
  readonly heads: readonly string[]
  readonly entries: readonly Readonly<Record<Name, string>>[]
  readonly isLocked: boolean
  readonly error: unknown
  readonly onEntries: (entries: Record<Name, string>[]) => void
}

const labels = ['externalSystems.entryName', 'externalSystems.entryValue', 'externalSystems.entryFileName'] as const

/** A list of pairs, such as headers with their values. */
export function EntryFields<const Name extends string>(props: Props<Name>) {
  const { t } = useTranslation()
  const { title, what, add, where, members, heads, entries, isLocked, error, onEntries } = props
  const set = (index: number, part: Partial<Record<Name, string>>) =>
    onEntries(entries.map((entry, at) => (at === index ? { ...entry, ...part } : { ...entry })))
  const fault = describeFaultOf(error, where)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and a legend
    <div role="group" aria-label={title} className={classes.entries}>
      <p className={classes.entriesTitle} aria-hidden>
        {title}
      </p>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a pair has no other identity, and they keep their order
        <div key={index} className={classes.entry} data-members={members.length}>
          {members.map((member, at) => (
            <TextInput
              key={member}
              aria-label={t(labels[at] ?? labels[1], {
                list: what,
                number: index + 1,
              })}
              placeholder={heads[at]}
              spellCheck={false}
              readOnly={isLocked}
              maxLength={500}
              value={entry[member]}
              error={describeFaultOf(error, `${where}.${index}.${member}`)}
              onChange={(event) => set(index, { [member]: event.currentTarget.value } as Partial<Record<Name, string>>)}
            />
          ))}
          {isLocked ? null : (
            <ActionIcon
              aria-label={t('externalSystems.removeEntry', { list: what, number: index + 1 })}
              onClick={() => onEntries(entries.filter((_, at) => at !== index).map((one) => ({ ...one })))}
            >
              <IconX size={15} stroke={1.6} />
            </ActionIcon>
          )}
        </div>
      ))}
      {fault === undefined ? null : (
        <p className={classes.fault} role="alert">
          {fault}
        </p>
      )}
      {isLocked || entries.length >= externalLimits.entries ? null : (
        <div>
          <Button
            size="xs"
            leftSection={<IconPlus size={15} stroke={1.6} />}
            onClick={() =>
              onEntries([
                ...entries.map((one) => ({ ...one })),
                Object.fromEntries(members.map((member) => [member, ''])) as Record<Name, string>,
              ])
            }
          >
            {add}
          </Button>
        </div>
      )}
    </div>
  )
}
