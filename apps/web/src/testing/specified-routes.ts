/** A page in the route table of the specification, with its address. */
export interface SpecifiedRoute {
  readonly path: string
  /** Heading, where it is not named by the thing that is shown. */
  readonly title: string | null
  /** One of them opens it. */
  readonly roles: readonly string[]
}

const user = ['RoleUser']
const engine = ['RoleProcessAdmin', 'RoleAdmin']
const design = ['RoleDesign']
const users = ['RoleUserAdmin']
const integrate = ['RoleIntegration']
const admin = ['RoleAdmin']

/** Titles by address, below one prefix and for the same roles. */
function area(prefix: string, roles: readonly string[], titles: Record<string, string | null>): SpecifiedRoute[] {
  return Object.entries(titles).map(([path, title]) => ({ path: `${prefix}${path}`, title, roles }))
}

/** The route table in section 2 of the specification, line by line. */
export const specifiedRoutes: readonly SpecifiedRoute[] = [
  ...area('/processengine/', engine, {
    deployment: 'Deployments',
    'deployment/7': null,
    processdefinitions: 'Definitions',
    'processdefinitions/7': 'Definition',
    tasks: 'Tasks',
    'tasks/7': 'Task',
    'tasks/customview/7': 'Custom task view',
    'tasks/customview/7/copy': 'Copy custom task view',
    processes: 'Instances',
    'processes/processinstance/7/variables': null,
    'processes/customview/7': 'Custom process view',
    'processes/customview/7/copy': 'Copy custom process view',
    processFailure: 'Process Errors',
    jobs: 'Jobs',
    'jobs/7': 'Job',
  }),
  ...area('/design/', design, {
    applications: 'Applications',
    'applications/new': 'New application',
    'applications/7': 'Application',
    'applications/7/copy': 'Copy application',
    'applications/appprocesses': 'Processes',
    'applications/appprocesses/copy': 'Copy processes',
    'applications/7/appprocesses/create': 'New process',
    'applications/7/appprocesses/8': 'Process',
    'applications/appdecisions': 'Decisions',
    'applications/appdecisions/copy': 'Copy decisions',
    'applications/7/appdecisions/create': 'New decision',
    'applications/7/appdecisions/8': 'Decision',
    'applications/7/appforms/create': 'New form',
    'applications/7/appforms/8': 'Form',
    'applications/appforms/copy': 'Copy forms',
    forms: 'Forms',
    formTemplates: 'Form Templates',
    'formTemplates/7': 'Form template',
    emailTemplates: 'Email Templates',
    'emailTemplates/7': 'Email template',
    'emailTemplates/7/copy': 'Copy email template',
    globalProcessProperties: 'Global Properties',
    customdatalist: 'Custom Data List',
    'customDataList/7': 'Custom data list',
    categories: 'Categories',
  }),
  ...area('/processes/', user, {
    startedbyme: 'Started By Me',
    involvingme: 'All Involved',
    drafts: 'Drafts',
    'viewprocess/7': null,
    'processinstance/7/variables': null,
  }),
  ...area('/tasks/', user, {
    assigned: 'Assigned',
    unclaimed: 'Unclaimed',
    involvingme: 'All Involved',
    drafts: 'Drafts',
    'viewtask/assigned/7': null,
  }),
  ...area('/user/', user, { dashboard: 'Dashboard', profile: 'Profile' }),
  ...area('/category/view/', user, { Home: 'Start process' }),
  ...area('/usersgroups/', users, {
    groups: 'Groups',
    'groups/7': 'Group',
    hierarchies: 'Hierarchies',
    'hierarchies/7': 'Hierarchy',
    userProperties: 'User Properties',
    'userProperties/7': 'User property',
    users: 'Users',
    'users/7': 'User',
    userImport: 'User import',
  }),
  ...area('/usersgroups/', admin, { roles: 'Roles', 'roles/RoleUser': null }),
  ...area('/integrate/externalsystems', integrate, {
    '': 'External Systems',
    '/new': 'New external system',
    '/7': 'External system',
    '/7/apis/new': 'New API',
    '/7/apis/8': 'API',
    '/7/apis/8/fileadapters/9': 'File adapter',
    '/7/apis/8/file/9': 'File connection',
    '/7/rest/8': 'REST connection',
    '/7/database/8': 'Database connection',
    '/7/sqladapters/8': 'SQL adapter',
    '/7/restadapters/8': 'REST adapter',
  }),
  ...area('/admin/', admin, {
    dashboard: 'Dashboard',
    settings: 'Settings',
    themes: null,
    licenceManagement: 'Licence Management',
    audit: 'Audit History',
    'audit/revision/7': 'Revision',
    'audit/entityHistory/Form': 'Entity history',
    importexport: 'Import/Export',
    systemTemplates: 'System Templates',
  }),
  ...area('/', design, {
    'applications/7/appforms/8/formdesigner': 'Form designer',
    'applications/7/appprocesses/8/modeller': 'Process modeller',
    'applications/7/appdecisions/8/editor': 'Decision editor',
    'templates/form-template/7/form-designer': 'Form template designer',
  }),
]

/** The menu of each user of the sample application, section by section. */
export const specifiedMenu = {
  'Start process': [],
  'My Processes': ['Started By Me', 'All Involved', 'Drafts'],
  'My Tasks': ['Assigned', 'Unclaimed', 'All Involved', 'Drafts'],
  'Process Engine': ['Deployments', 'Definitions', 'Instances', 'Tasks', 'Jobs', 'Process Errors'],
  Design: [
    ...['Applications', 'Categories', 'Global Properties', 'Processes', 'Forms'],
    ...['Form Templates', 'Email Templates', 'Custom Data List'],
  ],
  Integrate: ['External Systems'],
  'Users & Groups': ['Users', 'User Properties', 'Groups', 'Hierarchies'],
  Administration: [
    ...['Dashboard', 'Import/Export', 'System Templates', 'Audit History'],
    ...['Settings', 'Themes', 'Licence Management'],
  ],
} as const

export type MenuSection = keyof typeof specifiedMenu
