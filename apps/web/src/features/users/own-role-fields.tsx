import { Checkbox } from '@mantine/core'
import type { HeldOwnRole } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import type { DraftFields } from '../../components/record/draft-field.ts'
import { Section } from '../../components/section/section.tsx'
import { readList, type UserDraft, writeList } from './user-draft.ts'
import { ownRolesInUseQuery } from './user-query.ts'
import classes from './users.module.css'

interface Props extends DraftFields<UserDraft> {
  /** The own roles that the user has, including disabled ones. */
  readonly held?: readonly HeldOwnRole[]
  /** The own roles that the user has by a group. */
  readonly byGroups?: readonly HeldOwnRole[]
}

/** The own roles of a user as check boxes. Hidden when the workplace has no own roles. */
export function OwnRoleFields({ draft, onChange, isLocked, held = [], byGroups = [] }: Props) {
  const { t } = useTranslation()
  const query = useQuery(ownRolesInUseQuery)
  const offered = query.data ?? []
  const disabled = held.filter(({ key }) => !offered.some((one) => one.key === key))
  const shown = [
    ...offered,
    ...disabled.map(({ key, name }) => ({ key, name, description: t('users.ownRoleDisabled'), isGivable: true })),
  ]
  const given = new Set(readList(draft.ownRoles))
  if (query.isSuccess && shown.length === 0) return null
  const toggle = (key: string, isGiven: boolean) => {
    const next = new Set(given)
    if (isGiven) next.add(key)
    else next.delete(key)
    onChange({ ownRoles: writeList([...next]) })
  }
  return (
    <Section title={t('users.ownRoles')} hint={t('users.ownRolesHint')}>
      <QueryFailure query={query} title={t('users.ownRolesFailed')} />
      <fieldset className={classes.roles}>
        <legend>{t('users.ownRoles')}</legend>
        <div className={classes.grid}>
          {shown.map(({ key, name, description, isGivable }) => (
            <Checkbox
              key={key}
              label={name}
              description={isGivable ? description || undefined : t('users.ownRoleLocked')}
              checked={given.has(key)}
              disabled={isLocked || !isGivable}
              onChange={(event) => toggle(key, event.currentTarget.checked)}
            />
          ))}
        </div>
      </fieldset>
      {byGroups.length === 0 ? null : (
        <p className={classes.note}>
          {t('users.ownRolesByGroups', { names: byGroups.map(({ name }) => name).join(', ') })}
        </p>
      )}
    </Section>
  )
}
