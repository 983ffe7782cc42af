import IconPackage from 'icon:package'
import IconUpload from 'icon:upload'
import { Button } from '@mantine/core'
import { api } from '@millrace/contract'
import { deploymentList } from '@millrace/contract/lists/deployments'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { paths } from '../../config/paths.ts'
import { hasRole, useSession } from '../../lib/session/session.ts'
import { useMay } from '../../lib/session/use-may.ts'
import { DeployDialog } from './deploy-dialog.tsx'

/** The list of deployments, with a button to deploy files. */
export function Page() {
  const { t } = useTranslation()
  const isOperator = hasRole(useSession(), ['RoleProcessAdmin', 'RoleAdmin'])
  const mayDeploy = useMay('deployments.create', null)
  const [isDeploying, setDeploying] = useState(false)
  return (
    <>
      <ListPage
        list={deploymentList}
        call={api.deployments.list}
        help={t('deployments.help')}
        actions={
          <>
            {isOperator ? (
              <>
                <LinkButton to={paths.bindings} size="xs">
                  {t('deployments.bindings')}
                </LinkButton>
                <LinkButton to={paths.formLinks} size="xs">
                  {t('deployments.formLinks')}
                </LinkButton>
              </>
            ) : null}
            {mayDeploy ? (
              <Button
                size="xs"
                variant="filled"
                leftSection={<IconUpload size={15} stroke={1.6} />}
                onClick={() => setDeploying(true)}
              >
                {t('deployments.deploy')}
              </Button>
            ) : null}
          </>
        }
        failed={t('deployments.failed')}
        empty={{ icon: IconPackage, title: t('deployments.noneTitle'), text: t('deployments.noneText') }}
        hrefOf={({ id }) => paths.deployment(id)}
        cells={{
          name: ({ name }) => name ?? t('deployments.unnamed'),
          files: ({ files, counts }) => {
            const more = counts.files - files.length
            const text = files.join(', ')
            return (
              <span title={text}>
                {text} {more > 0 ? t('deployments.moreFiles', { count: more }) : null}
              </span>
            )
          },
        }}
      />
      <DeployDialog isOpen={isDeploying} onClose={() => setDeploying(false)} />
    </>
  )
}
