import type { Role } from '@millrace/contract'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Section } from '../../components/section/section.tsx'
import type { PageEntry } from '../../config/page-entry.ts'
import classes from './roles.module.css'

/** The pages that a role opens, from the route table. */
export function PagesSection({ role }: { role: Role }) {
  const { t } = useTranslation()
  const routes: readonly { readonly options: { readonly staticData?: { readonly page?: PageEntry } } }[] =
    Object.values(useRouter().routesById)
  const titles = routes.flatMap(({ options }) => {
    const page = options.staticData?.page
    return page?.roles.includes(role) && page.inMenu !== undefined ? [t(page.title)] : []
  })
  return (
    <Section title={t('roles.pages')} hint={t('roles.pagesHint')}>
      {titles.length === 0 ? (
        <p className={classes.note}>{t(role.startsWith('Adv') ? 'roles.advanced' : 'roles.noPages')}</p>
      ) : (
        <ul className={classes.list}>
          {[...new Set(titles)].map((title) => (
            <li key={title}>{title}</li>
          ))}
        </ul>
      )}
    </Section>
  )
}
