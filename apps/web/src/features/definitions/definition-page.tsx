import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AwaitedPage } from '../../components/page/awaited-page.tsx'
import { definitionQuery } from './definition-queries.ts'
import { DefinitionRecord } from './definition-record.tsx'

/** The page of a process version: its elements with their instances, its versions and its settings. */
export function Page() {
  const { t } = useTranslation()
  const { defId = '' } = useParams({ strict: false })
  return (
    <AwaitedPage
      query={useQuery(definitionQuery(defId))}
      help={t('definition.help')}
      failed={t('definition.failed')}
      gone={{ title: t('definition.goneTitle'), text: t('definition.goneText') }}
    >
      {(definition) => <DefinitionRecord key={definition.id} definition={definition} />}
    </AwaitedPage>
  )
}
