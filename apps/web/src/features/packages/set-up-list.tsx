import type { PackageSetUp } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Link } from '../../components/link/link.tsx'
import { designPaths } from '../../config/design-paths.ts'
import classes from './packages.module.css'

/** The steps to do after an import, with links where there are pages. */
export function SetUpList({ items }: { items: readonly PackageSetUp[] }) {
  const { t } = useTranslation()
  if (items.length === 0) return <p className={classes.note}>{t('packages.setUpNothing')}</p>
  return (
    <ul className={classes.list}>
      {items.map((item) => {
        const to = pathOf(item)
        const name = `${t(`packageKinds.${item.kind}`)} ${item.name}`
        return (
          <li key={`${item.kind} ${item.key}`}>
            {to === null ? <strong>{name}</strong> : <Link to={to}>{name}</Link>}
            {': '}
            {item.message}
          </li>
        )
      })}
    </ul>
  )
}

function pathOf({ kind, id }: PackageSetUp): string | null {
  if (kind === 'connection' || kind === 'listener') return '/integrate/externalSystems'
  if (id === null) return null
  if (kind === 'application') return designPaths.application(id)
  return kind === 'globalProperty' ? designPaths.globalProperty(id) : null
}
