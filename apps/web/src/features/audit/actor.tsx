import type { AuditSurface, Person as PersonData } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Person } from '../../components/person/person.tsx'

/** Who made a revision: a user, Millrace itself, or somebody unknown who changed the database directly. */
export function Actor({ user, surface }: { user: PersonData | null; surface: AuditSurface }) {
  const { t } = useTranslation()
  if (user !== null) return <Person person={user} />
  return <span>{t(surface === 'database' ? 'audit.unknownUser' : 'audit.program')}</span>
}
