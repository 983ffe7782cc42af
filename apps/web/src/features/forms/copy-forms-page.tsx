import { api, type FormCopy } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { CopyDesignsPage } from '../../components/designs/copy-designs-page.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { formDraft } from './form-kind.tsx'

/** The page that asks for the names and applications of copied forms, and creates all copies or none. */
export function Page() {
  const { t } = useTranslation()
  return (
    <CopyDesignsPage<FormCopy>
      {...formDraft}
      texts="forms"
      ids="formIds"
      proposals={(formIds) => callQuery(api.forms.copyMultiple, { query: { formIds } })}
      save={(forms) => call(api.forms.saveMultiple, { body: { forms: [...forms] } })}
      place="forms"
      listPath={designPaths.forms}
      failed={t('pageCatalogue.formCopy')}
    />
  )
}
