import type { PageEntry } from '../../config/page-entry.ts'

const integrate = { section: 'integrate', roles: ['RoleIntegration'] } as const
const load = () => import('../../features/external-systems/external-pages.tsx')
const external = { ...integrate, load, isNamedByHelp: true } as const
const calls = {
  ...integrate,
  load: () => import('../../features/external-calls/call-pages.tsx'),
  isNamedByHelp: true,
} as const
const listeners = {
  ...integrate,
  load: () => import('../../features/external-systems/listeners/listener-pages.tsx'),
  isNamedByHelp: true,
} as const
const system = { ...external, parent: '/integrate/externalsystems/$externalSystemId' } as const
const ofApi = { ...external, parent: '/integrate/externalsystems/$externalSystemId/apis/$apiId' } as const

/** The pages of Integrate: external systems, their connections, adapters and listeners. */
export const integratePages: readonly PageEntry[] = [
  {
    ...external,
    path: '/integrate/externalsystems',
    title: 'menu.externalSystems',
    inMenu: true,
    help: 'externalSystems',
  },
  {
    ...external,
    path: '/integrate/externalsystems/new',
    title: 'pages.newExternalSystem',
    parent: '/integrate/externalsystems',
    help: 'newExternalSystem',
  },
  {
    ...external,
    path: '/integrate/externalsystems/$externalSystemId',
    title: 'pages.externalSystem',
    parent: '/integrate/externalsystems',
    help: 'externalSystem',
  },
  {
    ...system,
    path: '/integrate/externalsystems/$externalSystemId/apis/new',
    title: 'pages.newApi',
    help: 'newApi',
  },
  {
    ...system,
    path: '/integrate/externalsystems/$externalSystemId/apis/$apiId',
    title: 'pages.api',
    help: 'api',
  },
  {
    ...ofApi,
    path: '/integrate/externalsystems/$externalSystemId/apis/$apiId/fileadapters/$fileadapterid',
    title: 'pages.fileAdapter',
    help: 'fileAdapter',
  },
  {
    ...ofApi,
    path: '/integrate/externalsystems/$externalSystemId/apis/$apiId/file/$connectionId',
    title: 'pages.fileConnection',
    help: 'fileConnection',
  },
  {
    ...system,
    path: '/integrate/externalsystems/$externalSystemId/rest/$connectionId',
    title: 'pages.restConnection',
    help: 'restConnection',
  },
  {
    ...system,
    path: '/integrate/externalsystems/$externalSystemId/database/$connectionId',
    title: 'pages.databaseConnection',
    help: 'databaseConnection',
  },
  {
    ...system,
    path: '/integrate/externalsystems/$externalSystemId/mail/$connectionId',
    title: 'pages.mailConnection',
    help: 'mailConnection',
  },
  {
    ...system,
    path: '/integrate/externalsystems/$externalSystemId/amqp/$connectionId',
    title: 'pages.amqpConnection',
    help: 'amqpConnection',
  },
  {
    ...system,
    path: '/integrate/externalsystems/$externalSystemId/amqpadapters/$amqpadapterId',
    title: 'pages.amqpAdapter',
    help: 'amqpAdapter',
  },
  {
    ...system,
    path: '/integrate/externalsystems/$externalSystemId/kafka/$connectionId',
    title: 'pages.kafkaConnection',
    help: 'kafkaConnection',
  },
  {
    ...system,
    path: '/integrate/externalsystems/$externalSystemId/kafkaadapters/$kafkaadapterId',
    title: 'pages.kafkaAdapter',
    help: 'kafkaAdapter',
  },
  {
    ...system,
    path: '/integrate/externalsystems/$externalSystemId/sqladapters/$sqladapterId',
    title: 'pages.sqlAdapter',
    help: 'sqlAdapter',
  },
  {
    ...system,
    path: '/integrate/externalsystems/$externalSystemId/restadapters/$restadapterId',
    title: 'pages.restAdapter',
    help: 'restAdapter',
  },
  {
    ...listeners,
    path: '/integrate/externalsystems/$externalSystemId/apis/$apiId/webhooks/$listenerId',
    title: 'pages.webhook',
    parent: '/integrate/externalsystems/$externalSystemId/apis/$apiId',
    help: 'webhook',
  },
  {
    ...listeners,
    path: '/integrate/externalsystems/$externalSystemId/apis/$apiId/watches/$listenerId',
    title: 'pages.watchedFolder',
    parent: '/integrate/externalsystems/$externalSystemId/apis/$apiId',
    help: 'watchedFolder',
  },
  {
    ...listeners,
    path: '/integrate/externalsystems/$externalSystemId/apis/$apiId/inboxes/$listenerId',
    title: 'pages.mailInbox',
    parent: '/integrate/externalsystems/$externalSystemId/apis/$apiId',
    help: 'mailInbox',
  },
  {
    ...listeners,
    path: '/integrate/externalsystems/$externalSystemId/apis/$apiId/queues/$listenerId',
    title: 'pages.queue',
    parent: '/integrate/externalsystems/$externalSystemId/apis/$apiId',
    help: 'queue',
  },
  {
    ...listeners,
    path: '/integrate/externalsystems/$externalSystemId/apis/$apiId/topics/$listenerId',
    title: 'pages.topic',
    parent: '/integrate/externalsystems/$externalSystemId/apis/$apiId',
    help: 'topic',
  },
  {
    ...listeners,
    path: '/integrate/deliveries',
    title: 'menu.externalDeliveries',
    inPalette: true,
    help: 'externalDeliveries',
  },
  {
    ...listeners,
    path: '/integrate/deliveries/$deliveryId',
    title: 'pages.externalDelivery',
    parent: '/integrate/deliveries',
    help: 'externalDelivery',
  },
  {
    ...calls,
    path: '/integrate/calls',
    title: 'menu.externalCalls',
    inPalette: true,
    help: 'externalCalls',
  },
  {
    ...calls,
    path: '/integrate/calls/$callId',
    title: 'pages.externalCall',
    parent: '/integrate/calls',
    help: 'externalCall',
  },
]
