import type { AuditSurface, Person as PersonData } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Person } from '../../components/person/person.tsx'

/** The author of a revision: a user, Millrace itself, or unknown when the database was changed directly. */
export function Actor({ user, surface }: { user: PersonData | null; surface: AuditSurface }) {
  const { t } = useTranslation()
  if (user !== null) return <Person person={user} />
  return <span>{t(surface === 'database' ? 'audit.unknownUser' : 'audit.program')}</span>
}
