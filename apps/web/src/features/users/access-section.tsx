import type { UserAccount } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Section } from '../../components/section/section.tsx'
import { UserSessions } from './user-sessions.tsx'
import { UserTokens } from './user-tokens.tsx'

/** The sessions and API tokens of a user, with buttons to end them. */
export function AccessSection({ user: { id } }: { user: UserAccount }) {
  const { t } = useTranslation()
  return (
    <Section title={t('users.access')} hint={t('users.accessHint')}>
      <UserSessions userId={id} />
      <UserTokens userId={id} />
    </Section>
  )
}
