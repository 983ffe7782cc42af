import IconPlus from 'icon:plus'
import IconTemplate from 'icon:template'
import { Button } from '@mantine/core'
import { api } from '@millrace/contract'
import { formTemplateList } from '@millrace/contract/lists/forms'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListPage } from '../../components/list/list-page.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { NameDialog } from './name-dialog.tsx'

/** The page of the form templates. */
export function Page() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <ListPage
        list={formTemplateList}
        help={t('forms.helpTemplates')}
        call={api.formTemplates.list}
        actions={
          <Button
            size="xs"
            variant="filled"
            leftSection={<IconPlus size={15} stroke={1.6} />}
            onClick={() => setAdding(true)}
          >
            {t('forms.addTemplate')}
          </Button>
        }
        failed={t('forms.failedTemplates')}
        empty={{ icon: IconTemplate, title: t('forms.noneTemplatesTitle'), text: t('forms.noneTemplatesText') }}
        hrefOf={({ id }) => designPaths.formTemplate(id)}
      />
      <NameDialog
        isOpen={isAdding}
        title={t('forms.newTemplateTitle')}
        action={t('forms.createTemplate')}
        failed={t('forms.createFailed')}
        done={(name) => t('designs.made', { name })}
        onName={(name) => call(api.formTemplates.create, { body: { name } })}
        onDone={({ id }) => void navigate({ to: designPaths.formTemplate(id) })}
        onClose={() => setAdding(false)}
      />
    </>
  )
}
