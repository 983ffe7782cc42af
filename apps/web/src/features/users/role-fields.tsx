import { Checkbox } from '@mantine/core'
import { mayGiveRole, type Role, roles } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import type { DraftFields } from '../../components/record/draft-field.ts'
import { Section } from '../../components/section/section.tsx'
import { useSession } from '../../lib/session/session.ts'
import { readRoles, type UserDraft, writeRoles } from './user-draft.ts'
import classes from './users.module.css'

interface Props extends DraftFields<UserDraft> {
  /** Whether it is the account of the signed-in user. */
  readonly isOwn?: boolean
  /** Roles that come with a group. */
  readonly byGroups?: readonly Role[]
}

const isAdvanced = (role: Role) => role.startsWith('Adv')

/** The roles of a user as check boxes: the seven basic roles, and the advanced ones. */
export function RoleFields(props: Props) {
  const { t } = useTranslation()
  return (
    <Section title={t('users.roles')} hint={t('users.rolesHint')}>
      <RoleGroup {...props} label={t('users.basicRoles')} shown={roles.filter((role) => !isAdvanced(role))} />
      <RoleGroup
        {...props}
        label={t('users.advancedRoles')}
        help={t('users.advancedHelp')}
        shown={roles.filter(isAdvanced)}
      />
    </Section>
  )
}

interface RoleGroupProps extends Props {
  readonly label: string
  readonly help?: string
  readonly shown: readonly Role[]
}

/** Roles by which somebody administers users: nobody gives up their own. */
const ownKeys: readonly Role[] = ['RoleAdmin', 'RoleUserAdmin']

function RoleGroup(props: RoleGroupProps) {
  const { t } = useTranslation()
  const session = useSession()
  const { label, help, shown, draft, onChange, isLocked, isOwn = false, byGroups = [] } = props
  const given = readRoles(draft.roles)
  const hasLocked = shown.some((role) => !mayGiveRole(session.roles, role))
  const toggle = (role: Role, isGiven: boolean) => {
    const next = new Set(given)
    if (isGiven) next.add(role)
    else next.delete(role)
    onChange({ roles: writeRoles(next) })
  }
  return (
    <fieldset className={classes.roles}>
      <legend>{label}</legend>
      {help === undefined ? null : <p className={classes.note}>{help}</p>}
      {!isLocked && hasLocked ? <p className={classes.note}>{t('users.roleLocked')}</p> : null}
      <div className={classes.grid}>
        {shown.map((role) => {
          const isKept = isOwn && given.has(role) && ownKeys.includes(role)
          const mayGive = mayGiveRole(session.roles, role)
          const reason = isKept
            ? t('users.roleOwn')
            : byGroups.includes(role)
              ? t('users.roleByGroup')
              : t(`roleHelp.${role}`)
          return (
            <Checkbox
              key={role}
              label={t(`roleName.${role}`)}
              description={reason}
              checked={given.has(role)}
              disabled={isLocked || isKept || !mayGive}
              onChange={(event) => toggle(role, event.currentTarget.checked)}
            />
          )
        })}
      </div>
    </fieldset>
  )
}
