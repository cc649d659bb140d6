// For `npm run screens`: Headlamp's own page of a namespace, with its own library for plugins, which runs the plugin as it was built. The library
// comes before the page: it has circles of modules, which are only loaded in this order.
import '@kinvolk/headlamp-plugin/lib/i18n/config'
import { initializePlugins } from '@kinvolk/headlamp-plugin/lib/plugin/index.js'
import { lightTheme } from '@kinvolk/headlamp-plugin/lib/components/App/defaultAppThemes.js'
import NamespaceDetails from '@kinvolk/headlamp-plugin/lib/components/namespace/Details.js'
import { createMuiTheme } from '@kinvolk/headlamp-plugin/lib/lib/themes.js'
import store from '@kinvolk/headlamp-plugin/lib/redux/stores/store.js'
import { ThemeProvider } from '@mui/material/styles'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { SnackbarProvider } from 'notistack'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { BrowserRouter, Route } from 'react-router-dom'

// As Headlamp runs a plugin (lib/plugin/runPlugin.js): its text is the body of a function.
const plugin = await (await fetch('/plugin/main.js')).text()
new Function(plugin)()
await initializePlugins()

const page = (
  <Provider store={store}>
    <QueryClientProvider client={new QueryClient()}>
      <ThemeProvider theme={createMuiTheme(lightTheme)}>
        <SnackbarProvider>
          <BrowserRouter>
            <Route path="/c/:cluster/namespaces/:name">
              <NamespaceDetails />
            </Route>
          </BrowserRouter>
        </SnackbarProvider>
      </ThemeProvider>
    </QueryClientProvider>
  </Provider>
)
createRoot(document.getElementById('root')).render(page)
