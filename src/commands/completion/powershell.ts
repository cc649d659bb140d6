import { ABOUT } from './about.ts'

export const powershell = `${ABOUT}

Register-ArgumentCompleter -Native -CommandName 'kubectl-finalize' -ScriptBlock {
    param($WordToComplete, $CommandAst, $CursorPosition)

    # The words before the cursor; the last one is empty after a space.
    $words = @($CommandAst.CommandElements |
        Where-Object { $_.Extent.StartOffset -lt $CursorPosition } |
        ForEach-Object { $_.Extent.Text })
    $program = $words[0]
    $arguments = @($words | Select-Object -Skip 1)
    if ($WordToComplete -eq '') {
        # Before 7.3 an empty argument reaches a program only in quotes.
        $empty = ''
        if ($PSVersionTable.PSVersion -lt [version]'7.3' -or $PSNativeCommandArgumentPassing -eq 'Legacy') { $empty = '""' }
        $arguments += $empty
    }
    $answer = @(& $program __complete @arguments 2>$null)
    if ($answer.Count -eq 0) { return }
    $directive = [int]($answer[-1].TrimStart(':'))
    # Without a choice PowerShell offers its files.
    if (($directive -band 4) -eq 0) { return }

    $flag = ''
    if ($WordToComplete -match '^-[^=]*=') { $flag = $Matches[0] }
    $space = ' '
    if (($directive -band 2) -ne 0) { $space = '' }
    $offered = $answer | Select-Object -SkipLast 1 | ForEach-Object {
        $text, $about = $_ -split "\`t", 2
        if (-not $about) { $about = $text }
        [System.Management.Automation.CompletionResult]::new("$flag$text$space", $text, 'ParameterValue', $about)
    }
    if ($offered) { $offered } else { '' }
}
`
