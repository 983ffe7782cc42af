import IconPlus from 'icon:plus'
import IconX from 'icon:x'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { externalLimits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import classes from './external-systems.module.css'

interface Props<Name extends string, Value extends string> {
  readonly title: string
  /** The noun for one entry. */
  readonly what: string
  /** Verb and object. */
  readonly add: string
  /** Where the server says that something of them is wrong. */
  readonly where: string
  readonly members: readonly [Name, Value]
  readonly heads: readonly [string, string]
  readonly entries: readonly Readonly<Record<Name | Value, string>>[]
  readonly isLocked: boolean
  readonly error: unknown
  readonly onEntries: (entries: Record<Name | Value, string>[]) => void
}

/** A list of pairs, such as headers with their values. */
export function EntryFields<const Name extends string, const Value extends string>(props: Props<Name, Value>) {
  const { t } = useTranslation()
  const { title, what, add, where, members, heads, entries, isLocked, error, onEntries } = props
  const set = (index: number, part: Partial<Record<Name | Value, string>>) =>
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
        <div key={index} className={classes.entry}>
          {members.map((member, at) => (
            <TextInput
              key={member}
              aria-label={t(at === 0 ? 'externalSystems.entryName' : 'externalSystems.entryValue', {
                list: what,
                number: index + 1,
              })}
              placeholder={heads[at]}
              spellCheck={false}
              readOnly={isLocked}
              maxLength={500}
              value={entry[member]}
              error={describeFaultOf(error, `${where}.${index}.${member}`)}
              onChange={(event) =>
                set(index, { [member]: event.currentTarget.value } as Partial<Record<Name | Value, string>>)
              }
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
                { [members[0]]: '', [members[1]]: '' } as Record<Name | Value, string>,
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
