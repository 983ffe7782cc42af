import IconMail from 'icon:mail'
import IconPlus from 'icon:plus'
import { api } from '@millrace/contract'
import { emailTemplateList } from '@millrace/contract/lists/email-templates'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { useMay } from '../../lib/session/use-may.ts'

/** The page of the email templates. */
export function Page() {
  const { t } = useTranslation()
  const mayCreate = useMay('email-templates.design', null)
  return (
    <ListPage
      list={emailTemplateList}
      help={t('emailTemplates.help')}
      call={api.emailTemplates.list}
      actions={
        mayCreate ? (
          <LinkButton
            to={designPaths.newEmailTemplate}
            size="xs"
            variant="filled"
            leftSection={<IconPlus size={15} stroke={1.6} />}
          >
            {t('emailTemplates.add')}
          </LinkButton>
        ) : null
      }
      failed={t('emailTemplates.failed')}
      empty={{ icon: IconMail, title: t('emailTemplates.noneTitle'), text: t('emailTemplates.noneText') }}
      hrefOf={({ id }) => designPaths.emailTemplate(id)}
    />
  )
}
