import '@fontsource-variable/jetbrains-mono/wght.css'
import '../../lib/help-texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { Link } from '../../components/link/link.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { paths } from '../../config/paths.ts'
import classes from './guide.module.css'
import { GuideArticle } from './guide-article.tsx'
import { GuideNav } from './guide-nav.tsx'
import { guideChapters, guideQuery } from './guide-pages.ts'
import { UnknownHelp } from './unknown-help.tsx'

/** The page of a chapter of the guide, with the list of all chapters. */
export function Page() {
  const { name = '' } = useParams({ strict: false }) as { name?: string }
  const chapter = guideChapters.find((one) => one.name === name)
  // By its name, so that another chapter begins at its top and its heading takes the focus.
  return chapter === undefined ? <UnknownHelp name={name} /> : <ChapterView key={name} {...chapter} />
}

function ChapterView({ name, title }: { name: string; title: string }) {
  const { t } = useTranslation(['translation', 'help'])
  const { data } = useQuery(guideQuery(name))
  const index = guideChapters.findIndex((one) => one.name === name)
  const [before, after] = [guideChapters[index - 1], guideChapters[index + 1]]
  return (
    <>
      <PageHeader title={title} trail={[{ label: t('shell.help'), to: paths.helpContents }]} />
      <PageBody>
        <div className={classes.columns}>
          <GuideNav current={name} sections={data === undefined ? undefined : (data?.sections ?? [])} />
          <div className={classes.main}>
            {data ? (
              <GuideArticle html={data.html} />
            ) : (
              <div className={classes.pending}>
                <SkeletonRows count={8} height={40} />
              </div>
            )}
            <p className={classes.turn}>
              {before ? (
                <Link to={paths.guide(before.name)}>{t('help:words.before', { title: before.title })}</Link>
              ) : null}
              {after ? <Link to={paths.guide(after.name)}>{t('help:words.after', { title: after.title })}</Link> : null}
            </p>
          </div>
        </div>
      </PageBody>
    </>
  )
}
