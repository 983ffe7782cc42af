import '../lib/help-texts.ts'
import '../lib/page-texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Banner } from '../components/banner/banner.tsx'
import { Link } from '../components/link/link.tsx'
import { PageBody } from '../components/page/page-body.tsx'
import { PageHeader } from '../components/page/page-header.tsx'
import type { PageEntry } from '../config/page-entry.ts'
import { paths } from '../config/paths.ts'
import { sections } from '../config/sections.ts'
import { GuideContents } from '../features/guide/guide-contents.tsx'
import { MoreInGuide } from '../features/guide/more-in-guide.tsx'
import { UnknownHelp } from '../features/guide/unknown-help.tsx'
import { isHelpPage } from '../lib/help-texts.ts'
import { sessionQuery } from '../lib/session/session.ts'
import { findFirstPage } from './first-page.ts'
import classes from './help-page.module.css'
import { routeTable } from './route-table.ts'

/** The help about screens, created from the route table: all pages, or one of them. */
export function Page() {
  const { page: name } = useParams({ strict: false }) as { page?: string }
  if (name === undefined) return <Contents />
  const entry = routeTable.find(({ help }) => help === name)
  if (entry === undefined || !isHelpPage(name)) return <UnknownHelp name={name} />
  return <OnePage entry={entry} />
}

function OnePage({ entry }: { entry: PageEntry }) {
  const { t } = useTranslation(['translation', 'help'])
  const title = t(entry.title)
  const others = routeTable.filter(({ help, path }) => help === entry.help && path !== entry.path)
  return (
    <>
      <PageHeader
        title={t('help:words.pageWithHelp', { page: title })}
        trail={[{ label: t('shell.help'), to: paths.helpContents }]}
        crumb={title}
        help={t(`help:${entry.help}.line`)}
      />
      <PageBody>
        <div className={classes.text}>
          <p>{t(`help:${entry.help}.about`)}</p>
          <MoreInGuide page={entry.help} />
          <h2>{t('help:words.whoTitle')}</h2>
          <p>
            {entry.roles.length === 0
              ? t('help:words.whoAnyone')
              : t('help:words.whoRoles', { roles: entry.roles.join(', ') })}
          </p>
          <h2>{t('help:words.whereTitle')}</h2>
          {[entry, ...others].map(({ path }) => (
            <p key={path}>
              <code>{presentPath(path)}</code>
            </p>
          ))}
          {entry.path.includes('$') ? null : (
            <p>
              <Link to={entry.path}>{t('help:words.openPage', { page: title })}</Link>
            </p>
          )}
        </div>
      </PageBody>
    </>
  )
}

function Contents() {
  const { t } = useTranslation(['translation', 'help'])
  const session = useQuery({ ...sessionQuery, enabled: false }).data
  const hasNoPage = session !== undefined && findFirstPage(session) === paths.helpContents
  const groups = [
    ...sections.map(({ id, label }) => ({ id, label: t(`menu.${label}`) })),
    { id: null, label: t('help:words.otherPages') },
  ]
  return (
    <>
      <PageHeader title={t('shell.help')} help={t('help:words.guideLine')} />
      <PageBody>
        {hasNoPage ? (
          <Banner kind="info" title={t('help:words.noPageTitle')}>
            {t('help:words.noPageText')}
          </Banner>
        ) : null}
        <GuideContents />
        <div className={classes.text}>
          {groups.map(({ id, label }) => (
            <section key={label}>
              <h2>{label}</h2>
              <ul>
                {listHelp(id).map(({ help, title }) => (
                  <li key={help}>
                    <Link to={paths.help(help)}>{t(title)}</Link>
                    <span>{t(`help:${help}.line`)}</span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
          <h2>{t('help:words.shortcuts')}</h2>
          <p>{t('help:words.shortcutsText')}</p>
        </div>
      </PageBody>
    </>
  )
}

/** One entry for each help page of a section. */
function listHelp(section: PageEntry['section']): PageEntry[] {
  const own = routeTable.filter((page) => page.section === section)
  return own.filter((page, index) => own.findIndex(({ help }) => help === page.help) === index)
}

/** `{id}` is how the guide writes what stands for a value. */
function presentPath(path: string): string {
  return path.replaceAll(/\$(\w+)/g, '{$1}')
}
